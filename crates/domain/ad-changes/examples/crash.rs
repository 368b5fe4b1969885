//! A change whose answer was lost, and who takes it up.

use ad_changes::{
    Budget, Change, Intent, ObjectId, ObjectKind, Order, State, Status, Target, TimeZone,
    Timestamp, Uuid, Value, next_step,
};

fn main() {
    let Some(id) = ObjectId::parse("77") else {
        return;
    };
    let target = Target {
        connection_id: Uuid::from_u128(1).into(),
        kind: ObjectKind::Ad,
        id,
    };
    let Ok(order) = Order::new(target, Change::Pause, Value::Status(Status::Active)) else {
        return;
    };
    let seen = |status| State {
        status,
        budget: Budget::Elsewhere,
    };
    let now = Timestamp::from_micros(1_795_608_000_000_000);
    let (first, second) = (Uuid::from_u128(2), Uuid::from_u128(3));
    println!("before: {:?}", next_step(&order, &seen(Status::Active)));
    let ids = (Uuid::from_u128(4).into(), Uuid::from_u128(5).into());
    let intent = Intent::begun(ids, order.clone(), &TimeZone::utc(), (first, now));
    println!("kept: {} in {}", intent.state.as_str(), intent.local_week);

    // The first process dies after the platform took it; the second waits for the lease.
    println!("too early: {:?}", intent.taken(second, now).err());
    let late = now.plus_micros(600_000_000);
    println!("later: {:?}", intent.taken(second, late).map(|it| it.state));
    println!("now: {:?}", next_step(&order, &seen(Status::Paused)));
}
