-- What lists and browsers said of customers who are an alias now is said of the value that they were founded for.
UPDATE identifiers i SET
    first_name = coalesce(i.first_name, a.first_name),
    last_name = coalesce(i.last_name, a.last_name)
FROM customers a
WHERE a.profile_id = i.profile_id AND a.id = i.home_id AND a.merged_into IS NOT NULL
    AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
    AND ((i.first_name IS NULL AND a.first_name IS NOT NULL) OR (i.last_name IS NULL AND a.last_name IS NOT NULL));
