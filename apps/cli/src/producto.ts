/** The program's name in what it prints: it runs without the product, and knows no installation of another name. */
export const PRODUCTO = 'Yupana'
