-- Other programs use the same account at a provider: what they do is passed over, and counted.

alter table connections add column other_events int not null default 0;      -- webhooks about nothing of ours
alter table reconciliations add column other_checkouts int not null default 0;  -- at the last comparison

-- When a comparison last got through: before that nothing is known of the account, whatever the sums say.
alter table reconciliations add column compared_at timestamptz;
update reconciliations set compared_at = finished_at where error is null;
