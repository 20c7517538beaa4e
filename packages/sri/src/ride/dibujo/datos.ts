import type { Dato } from '../contenido/contenido.ts'
import type { Fuentes } from '../fuentes/fuentes.ts'
import { stack, type Pieza } from './lienzo.ts'
import { lineHeight, widthOf, wrapTexto, type Estilo } from './texto.ts'

const GAP = 4

/** «Nombre: valor», the name in bold and the value wrapped beside it, or under it if that takes fewer lines. */
export function datoPieza(fuentes: Fuentes, { nombre, valor }: Dato, width: number, estilo: Estilo): Pieza {
  const bold = { ...estilo, negrita: true }
  const label = `${nombre}:`
  const natural = widthOf(fuentes, label, bold)
  const fitsWhole = natural + GAP + widthOf(fuentes, valor, estilo) <= width
  const labelWidth = fitsWhole || natural <= width * 0.5 ? natural : width * 0.45
  const beside = {
    label: wrapTexto(fuentes, label, labelWidth + 0.1, bold),
    value: wrapTexto(fuentes, valor, width - labelWidth - GAP, estilo),
  }
  const under = { label: wrapTexto(fuentes, label, width, bold), value: wrapTexto(fuentes, valor, width, estilo) }
  const [besideLines, underLines] = [Math.max(beside.label.length, beside.value.length), under.label.length + under.value.length]
  // A long number goes under its name instead of being cut into three lines.
  const stacked = underLines < besideLines || (besideLines > 2 && underLines === besideLines && under.value.length < beside.value.length)
  const { label: labelLines, value: valueLines } = stacked ? under : beside
  return {
    height: (stacked ? underLines : besideLines) * lineHeight(estilo),
    draw: (lienzo, x, y) => {
      const below = lienzo.lines(labelLines, x, y, bold)
      if (stacked) lienzo.lines(valueLines, x, below, estilo)
      else lienzo.lines(valueLines, x + labelWidth + GAP, y, estilo)
    },
  }
}

/** The data in one or two columns: two neighbours share a line unless one needs the whole width. */
export function datosPieza(fuentes: Fuentes, datos: readonly Dato[], width: number, estilo: Estilo): Pieza {
  const half = (width - GAP * 3) / 2
  const lines: Pieza[] = []
  for (let i = 0; i < datos.length; i++) {
    const [dato, next] = [datos[i], datos[i + 1]]
    if (dato === undefined) continue
    if (dato.ancho || next === undefined || next.ancho) {
      lines.push(datoPieza(fuentes, dato, width, estilo))
      continue
    }
    lines.push(side(datoPieza(fuentes, dato, half, estilo), datoPieza(fuentes, next, half, estilo), half + GAP * 3))
    i += 1
  }
  return stack(lines)
}

const side = (left: Pieza, right: Pieza, offset: number): Pieza => ({
  height: Math.max(left.height, right.height),
  draw: (lienzo, x, y) => {
    left.draw(lienzo, x, y)
    right.draw(lienzo, x + offset, y)
  },
})

/** Lines of text as a piece. */
export function parrafo(
  fuentes: Fuentes,
  texto: string,
  width: number,
  estilo: Estilo,
  align: 'left' | 'center' | 'right' = 'left',
): Pieza {
  const lineas = wrapTexto(fuentes, texto, width, estilo)
  return {
    height: lineas.length * lineHeight(estilo),
    draw: (lienzo, x, y) => lienzo.lines(lineas, x, y, estilo, width, align),
  }
}
