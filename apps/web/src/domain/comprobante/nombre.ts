const SIGLAS = new Set(['IVA', 'ICE', 'IRBPNR', 'ISD'])

/** A row of totals as the RIDE names it, in the letters of the screen: «SUBTOTAL 15%» is «Subtotal 15%»; only the last one shouts. */
export function nombreTotal(nombre: string): string {
  if (nombre === 'VALOR TOTAL') return 'TOTAL'
  const text = nombre
    .split(' ')
    .map((word) => (SIGLAS.has(word) ? word : word.toLowerCase()))
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
