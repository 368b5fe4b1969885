//! SQL that the server parses and plans once a connection.
//!
//! `diesel::sql_query` has every statement prepared anew: one more round trip, and the work of the
//! parser and the planner each time. What runs for every event is written with [`prepared`]
//! instead, whose text is fixed, so that the connection keeps it prepared.

use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::serialize::ToSql;
use diesel::sql_types::{HasSqlType, Untyped};

/// A statement of fixed text with its parameters, in the order of their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Statement<B = ()> {
    text: &'static str,
    binds: B,
}

/// One parameter after others.
#[derive(Clone, Copy, Debug)]
pub struct Bind<B, T, V> {
    before: B,
    value: V,
    sql_type: PhantomData<fn() -> T>,
}

/// The statement of this text, with parameters still to be bound.
pub const fn prepared(text: &'static str) -> Statement {
    Statement { text, binds: () }
}

impl<B> Statement<B> {
    /// Adds the next parameter, of the SQL type `T`.
    pub fn bind<T, V>(self, value: V) -> Statement<Bind<B, T, V>> {
        Statement {
            text: self.text,
            binds: Bind {
                before: self.binds,
                value,
                sql_type: PhantomData,
            },
        }
    }
}

impl<B: QueryFragment<Pg>> QueryFragment<Pg> for Statement<B> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(self.text);
        self.binds.walk_ast(out)
    }
}

impl<B, T, V> QueryFragment<Pg> for Bind<B, T, V>
where
    Pg: HasSqlType<T>,
    B: QueryFragment<Pg>,
    V: ToSql<T, Pg>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.before.walk_ast(out.reborrow())?;
        out.push_bind_param_value_only(&self.value)
    }
}

/// The text tells statements apart.
impl<B> QueryId for Statement<B> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<B> Query for Statement<B> {
    type SqlType = Untyped;
}
