create table orders (id integer primary key, customer integer not null references customers (id));
