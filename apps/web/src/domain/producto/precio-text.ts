import { displayMonto, fitsDecimals, type Monto } from '@yupana/fiscal'

/** Two decimals, or all decimals of a finer price. */
export const priceText = (price: Monto): string => displayMonto(price, [2, 3, 4, 5].find((decimals) => fitsDecimals(price, decimals)) ?? 6)
