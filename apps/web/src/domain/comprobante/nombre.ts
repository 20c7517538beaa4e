const SIGLAS = new Set(['IVA', 'ICE', 'IRBPNR', 'ISD'])

/** A row of totals with the RIDE's name in normal letters: «SUBTOTAL 15%» becomes «Subtotal 15%»; the last row keeps its capitals. */
export function nombreTotal(nombre: string): string {
  if (nombre === 'VALOR TOTAL') return 'TOTAL'
  const text = nombre
    .split(' ')
    .map((word) => (SIGLAS.has(word) ? word : word.toLowerCase()))
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
