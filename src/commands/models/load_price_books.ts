/** Loads prices and their library. Reading the library takes longer than most commands, so it is loaded on demand. */
export const loadPriceBooks = () => import(/* webpackMode: "eager" */ '../../gateway/meter/create_price_book.js');
