//! The statement that removes some rows of a profile.

/// Removes at most $2 rows of a profile ($1), found and named by the key.
pub(super) fn statement(table: &str, key: &[&str]) -> String {
    if key.is_empty() {
        return format!("DELETE FROM {table} WHERE profile_id = $1 AND $2 > 0");
    }
    let columns = key.join(", ");
    let same = key.iter().map(|column| format!("t.{column} = k.{column}"));
    let same = same.collect::<Vec<_>>().join(" AND ");
    format!(
        "DELETE FROM {table} t USING ( \
             SELECT {columns} FROM {table} WHERE profile_id = $1 ORDER BY {columns} LIMIT $2 \
         ) AS k WHERE t.profile_id = $1 AND {same}"
    )
}
