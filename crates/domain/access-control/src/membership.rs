//! Who may change whose membership.

use crate::roles::Role;

/// A change of somebody's membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MembershipChange {
    /// The member gets this role.
    Become(Role),
    /// The member leaves, or is removed.
    Leave,
    /// The member may do other things on a profile.
    Assign,
}

/// Who wants to change what of whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MembershipQuestion {
    /// The role of who changes it.
    pub actor: Role,
    /// Whether they change their own.
    pub is_self: bool,
    /// The role of whose membership it is.
    pub target: Role,
    /// Owners that the workspace has now.
    pub owners: usize,
    /// The change.
    pub change: MembershipChange,
}

/// Why a membership stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MembershipRefusal {
    /// Plain members change nobody's membership but leave themselves.
    #[error("only owners and admins change memberships")]
    NotAllowed,
    /// Owners are made and removed by owners.
    #[error("only an owner makes or removes owners")]
    OwnersOnly,
    /// A workspace without an owner could be given to nobody.
    #[error("the last owner of a workspace stays its owner")]
    LastOwner,
    /// Owners and admins reach every profile with every scope already.
    #[error("owners and admins reach every profile")]
    ReachesAll,
}

impl MembershipQuestion {
    /// Whether the change may be made.
    pub fn judge(self) -> Result<(), MembershipRefusal> {
        let leaves_alone = self.is_self && self.change == MembershipChange::Leave;
        if !self.actor.reaches_all() && !leaves_alone {
            return Err(MembershipRefusal::NotAllowed);
        }
        let of_owners =
            self.target == Role::Owner || self.change == MembershipChange::Become(Role::Owner);
        if of_owners && self.actor != Role::Owner {
            return Err(MembershipRefusal::OwnersOnly);
        }
        let stays = matches!(
            self.change,
            MembershipChange::Become(Role::Owner) | MembershipChange::Assign
        );
        if self.target == Role::Owner && !stays && self.owners <= 1 {
            return Err(MembershipRefusal::LastOwner);
        }
        if self.change == MembershipChange::Assign && self.target.reaches_all() {
            return Err(MembershipRefusal::ReachesAll);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MembershipChange::{Assign, Become, Leave};
    use MembershipRefusal::{LastOwner, NotAllowed, OwnersOnly, ReachesAll};
    use Role::{Admin, Member, Owner};

    fn judged(
        (actor, is_self): (Role, bool),
        target: Role,
        owners: usize,
        change: MembershipChange,
    ) -> Result<(), MembershipRefusal> {
        let question = MembershipQuestion {
            actor,
            is_self,
            target,
            owners,
            change,
        };
        question.judge()
    }

    #[test]
    fn members_only_leave() {
        let me = (Member, true);
        assert_eq!(judged(me, Member, 1, Leave), Ok(()));
        assert_eq!(judged(me, Member, 1, Become(Admin)), Err(NotAllowed));
        assert_eq!(judged(me, Member, 1, Assign), Err(NotAllowed));
        assert_eq!(judged((Member, false), Member, 1, Leave), Err(NotAllowed));
        assert_eq!(judged((Member, false), Owner, 2, Leave), Err(NotAllowed));
    }

    #[test]
    fn admins_do_not_touch_owners() {
        let admin = (Admin, false);
        assert_eq!(judged(admin, Member, 1, Become(Admin)), Ok(()));
        assert_eq!(judged(admin, Admin, 1, Leave), Ok(()));
        assert_eq!(judged(admin, Member, 1, Assign), Ok(()));
        for change in [Leave, Become(Member)] {
            assert_eq!(judged(admin, Owner, 2, change), Err(OwnersOnly));
        }
        assert_eq!(judged(admin, Member, 1, Become(Owner)), Err(OwnersOnly));
        assert_eq!(
            judged((Admin, true), Admin, 1, Become(Owner)),
            Err(OwnersOnly)
        );
    }

    #[test]
    fn the_last_owner_stays() {
        for change in [Leave, Become(Admin), Become(Member)] {
            assert_eq!(judged((Owner, true), Owner, 1, change), Err(LastOwner));
            assert_eq!(judged((Owner, true), Owner, 2, change), Ok(()));
            assert_eq!(judged((Owner, false), Owner, 2, change), Ok(()));
        }
        assert_eq!(judged((Owner, true), Owner, 1, Become(Owner)), Ok(()));
    }

    #[test]
    fn who_reaches_all_is_assigned_nothing() {
        for target in [Owner, Admin] {
            assert_eq!(judged((Owner, false), target, 2, Assign), Err(ReachesAll));
        }
    }
}
