/** Prices, with the library of them, whose data take longer to read than most commands: evaluated when models or prices are given. */
export const priceBooks = () => import(/* webpackMode: "eager" */ '../run/gateway/meter/price_book.js');
