/** Version of this build; shown by health and in the PDF's producer. */
export const VERSION = '0.1.0'

/** The product's name, in one place (O-83). */
export const PRODUCTO = 'Yupana'
export const LEMA = 'Factura en línea, desde cualquier lugar'
