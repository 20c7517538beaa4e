import type { Pieza } from './lienzo.ts'

/** Empty modules on either side of a Code 128, needed by readers. */
const QUIET = 10

/**
 * Code 128 of a clave de acceso as bars to draw. Code set C holds two digits in a symbol; for the single 49th digit the encoder switches
 * the set by itself. Widths are in modules, bar and gap in turn.
 */
export async function loadCodigoBarras(claveAcceso: string): Promise<readonly number[]> {
  // The module's own export named `raw` is another function: the encoder is on the default export only.
  const { default: bwip } = await import('bwip-js/node')
  const [symbol] = bwip.raw('code128', claveAcceso)
  if (symbol === undefined || !('sbs' in symbol)) throw new Error('El código de barras no es lineal')
  return symbol.sbs
}

/** The bars over a width, quiet zones included, as vectors. */
export function codigoBarras(modulos: readonly number[], width: number, height: number): Pieza {
  const module = width / (modulos.reduce((total, w) => total + w, 0) + QUIET * 2)
  return {
    height,
    draw: (lienzo, x, y) => {
      let at = x + QUIET * module
      modulos.forEach((w, i) => {
        if (i % 2 === 0) lienzo.doc.rect(at, y, w * module, height)
        at += w * module
      })
      lienzo.doc.fill('#000000')
    },
  }
}
