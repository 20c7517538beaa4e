import { displayMonto, fitsDecimals } from '@yupana/fiscal'

/** Two decimals, or all that a finer price has. */
export const priceText = (price: number): string => displayMonto(price, [2, 3, 4, 5].find((decimals) => fitsDecimals(price, decimals)) ?? 6)
