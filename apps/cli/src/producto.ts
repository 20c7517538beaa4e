/** Name of the program in its output: it runs without the product, so it knows no other name of an installation. */
export const PRODUCTO = 'Yupana'
