-- Which address and key a request went to, as a short digest: the next process leaves alone what has just failed.

alter table model_requests add column connection text not null default '';
