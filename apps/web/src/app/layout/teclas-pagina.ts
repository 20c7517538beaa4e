import type { Combinacion } from '../../lib/teclado/keyboard.ts'

/** Keys of every screen with their texts: for the listener and the list of shortcuts. */
export const TECLAS_PAGINA = {
  buscar: { code: 'KeyK', ctrl: true, efecto: 'Buscar o ir a…' },
  nueva: { code: 'KeyN', alt: true, efecto: 'Nueva factura' },
  ayuda: { key: '?', efecto: 'Esta lista' },
} as const satisfies Record<string, Combinacion & { readonly efecto: string }>

const EDITORES = ['/nota', '/liquidacion_compra', '/guia_remision', '/retencion/compra']
const isUnder = (pathname: string, route: string) => pathname === route || pathname.startsWith(`${route}/`)

/** Whether the editor handles the key of a new factura itself, to protect its text. A purchase is a form under the same path. */
export const inFactura = (pathname: string): boolean => isUnder(pathname, '/documento') && !isUnder(pathname, '/documento/compra')

/** Whether the screen is an editor of documents, which lists its own keys. */
export const inEditor = (pathname: string): boolean => inFactura(pathname) || EDITORES.some((route) => isUnder(pathname, route))
