-- Requirements are written by one job at a time: which one is at it, and since when.
alter table deals add column prd_job_id uuid, add column prd_taken_at timestamptz;
