import type { Total } from '../contenido/contenido.ts'
import type { Fuentes } from '../fuentes/fuentes.ts'
import type { Pieza } from './lienzo.ts'
import { lineHeight, widthOf, wrapTexto, type Estilo } from './texto.ts'

const PAD = 4

/** The column of totals: name on the left, amount on the right, the total itself larger. */
export function totalesPieza(fuentes: Fuentes, totales: readonly Total[], width: number, base: Estilo, boxed = true): Pieza {
  const filas = totales.map((total) => {
    const estilo = total.destacado ? { ...base, size: base.size * 1.2, negrita: true } : base
    const room = width - PAD * 3 - widthOf(fuentes, total.valor, estilo)
    const nombre = wrapTexto(fuentes, total.nombre, Math.max(room, width * 0.3), estilo)
    return { ...total, estilo, lineas: nombre, height: nombre.length * lineHeight(estilo) + (total.destacado ? 6 : 3.4) }
  })
  const height = filas.reduce((sum, fila) => sum + fila.height, 0)
  return {
    height,
    draw: (lienzo, x, y) => {
      let top = y
      filas.forEach((fila, i) => {
        const pad = (fila.height - fila.lineas.length * lineHeight(fila.estilo)) / 2
        if (fila.destacado && boxed) lienzo.band(x, top, width, fila.height)
        if (i > 0 && boxed) lienzo.rule(x, top, width)
        lienzo.lines(fila.lineas, x + PAD, top + pad, fila.estilo)
        lienzo.line(fila.valor, x + PAD, top + pad, fila.estilo, width - PAD * 2, 'right')
        top += fila.height
      })
      if (boxed) lienzo.doc.lineWidth(0.6).rect(x, y, width, height).stroke('#8a8a8a')
    },
  }
}
