/* Locks every record of these contacts until the transaction ends, in the order of their ids, and answers them in that order
   (`lockMergeGroups`, decision 0027). A group may change while this waits for it: then everything is released, by undoing the block, and
   locked again in order, for keeping one record while waiting for another could deadlock. */
create function lock_merge_groups(org uuid, ids uuid[]) returns setof contacts language plpgsql as $$
declare
  locked contacts[];
  present uuid[];
begin
  loop
    begin
      with roots as materialized (
        select distinct coalesce(c.root_id, c.id) as id from contacts c where c.org_id = org and c.id = any(ids)),
      members as materialized (
        select r.id from roots r
        union
        select c.id from contacts c where c.org_id = org and c.root_id in (select r.id from roots r))
      select coalesce(array_agg(held.record), '{}') into locked from (
        -- Not FOR UPDATE: messages and deals that refer to a record go on being written.
        select c as record from contacts c where c.org_id = org and c.id = any(array(select m.id from members m)) order by c.id
        for no key update of c) held;
      with roots as materialized (
        select distinct coalesce(c.root_id, c.id) as id from contacts c where c.org_id = org and c.id = any(ids))
      select coalesce(array_agg(now.id order by now.id), '{}') into present from (
        select r.id from roots r
        union
        select c.id from contacts c where c.org_id = org and c.root_id in (select r.id from roots r)) now;
      if present <> array(select l.id from unnest(locked) l) then
        raise sqlstate 'FY001';
      end if;
      exit;
    exception when sqlstate 'FY001' then
      continue;
    end;
  end loop;
  return query select l.* from unnest(locked) l;
end $$;
