create table customers (id integer primary key, name text not null);
