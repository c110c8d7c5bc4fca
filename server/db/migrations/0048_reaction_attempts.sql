-- How often an event that failed is tried again by itself: as for jobs, members see how many attempts are left.
alter table reaction_failures add column tries_left int not null default 0;
