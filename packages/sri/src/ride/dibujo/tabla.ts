import type { Celda, Columna, Tabla } from '../contenido/contenido.ts'
import type { Fuentes } from '../fuentes/fuentes.ts'
import type { Hoja } from './hoja.ts'
import { GRIS, type Pieza } from './lienzo.ts'
import { lineHeight, widthOf, wrapTexto, type Estilo } from './texto.ts'

const PAD_X = 3
const PAD_Y = 2
const TOPE_CODIGO = 0.12
/** Least width of an amount column, so that the columns of a page look alike. */
const MIN_MONTO = 38
/** Text columns narrower than this make the table try a smaller letter. */
const MIN_TEXTO = 110
const SIZES = [7, 6.2, 5.5] as const

interface Linea {
  readonly texto: string
  readonly estilo: Estilo
}

interface Trazo {
  readonly columnas: readonly { readonly tipo: Columna['tipo']; readonly x: number; readonly width: number }[]
  readonly estilo: Estilo
}

/** Draws a table at the current place of the page; its head repeats on every page, and a row splits only if it exceeds a whole page. */
export function drawTabla(hoja: Hoja, tabla: Tabla, x = hoja.left, width = hoja.width): void {
  const { fuentes } = hoja.lienzo
  const trazo = layoutColumnas(fuentes, tabla, width)
  const cabeza = cabezaPieza(fuentes, tabla, trazo, width)
  const pageRoom = hoja.pageHeight - cabeza.height
  let headed = false
  for (const fila of tabla.filas) {
    for (const pieza of filaPiezas(fuentes, fila.celdas, trazo, width, pageRoom)) {
      if (!headed || pieza.height > hoja.room) {
        hoja.ensure(cabeza.height + pieza.height)
        hoja.place(cabeza, x)
        headed = true
      }
      hoja.place(pieza, x)
    }
  }
}

function layoutColumnas(fuentes: Fuentes, tabla: Tabla, width: number): Trazo {
  const textos = tabla.columnas.filter(({ tipo }) => tipo === 'texto').length
  for (const size of SIZES) {
    const estilo = { size }
    const fixed = tabla.columnas.map((columna, i) =>
      fixedWidth(
        fuentes,
        columna,
        tabla.filas.map((f) => f.celdas[i]),
        width,
        estilo,
      ),
    )
    const rest = width - fixed.reduce((total, w) => total + w, 0)
    const enough = textos === 0 ? rest >= 0 : rest >= textos * Math.min(MIN_TEXTO, width / 3)
    if (enough || size === SIZES[SIZES.length - 1]) return placeColumnas(tabla.columnas, fixed, rest, textos, estilo)
  }
  throw new Error('unreachable')
}

function placeColumnas(columnas: readonly Columna[], fixed: number[], rest: number, textos: number, estilo: Estilo): Trazo {
  // Without a text column all columns share the remaining width.
  const share = textos === 0 ? rest / columnas.length : rest / textos
  let x = 0
  return {
    estilo,
    columnas: columnas.map(({ tipo }, i) => {
      const width = (fixed[i] ?? 0) + (tipo === 'texto' || textos === 0 ? share : 0)
      const at = { tipo, x, width }
      x += width
      return at
    }),
  }
}

function fixedWidth(fuentes: Fuentes, columna: Columna, celdas: readonly (Celda | undefined)[], width: number, estilo: Estilo): number {
  if (columna.tipo === 'texto') return 0
  const widest = celdas.reduce((max, celda) => Math.max(max, widthOf(fuentes, celda?.texto ?? '', estilo)), 0)
  const word = Math.max(...columna.titulo.split(' ').map((w) => widthOf(fuentes, w, { ...estilo, negrita: true })))
  const content = columna.tipo === 'codigo' ? Math.min(widest, width * (columna.tope ?? TOPE_CODIGO)) : Math.max(widest, MIN_MONTO)
  return Math.max(content, word) + PAD_X * 2 + 0.1
}

function cabezaPieza(fuentes: Fuentes, tabla: Tabla, trazo: Trazo, width: number): Pieza {
  const estilo = { ...trazo.estilo, negrita: true }
  const titulos =
    tabla.titulo === undefined
      ? tabla.columnas.map(({ titulo }, i) => wrapTexto(fuentes, titulo, (trazo.columnas[i]?.width ?? 0) - PAD_X * 2, estilo))
      : [[tabla.titulo]]
  const height = Math.max(...titulos.map((lineas) => lineas.length)) * lineHeight(estilo) + PAD_Y * 2
  return {
    height,
    draw: (lienzo, x, y) => {
      lienzo.band(x, y, width, height)
      trazo.columnas.forEach((columna, i) =>
        lienzo.lines(titulos[i] ?? [], x + columna.x + PAD_X, y + PAD_Y, estilo, columna.width - PAD_X * 2, alignOf(columna.tipo)),
      )
    },
  }
}

const alignOf = (tipo: Columna['tipo']): 'left' | 'right' => (tipo === 'monto' ? 'right' : 'left')

function filaPiezas(fuentes: Fuentes, celdas: readonly Celda[], trazo: Trazo, width: number, pageRoom: number): Pieza[] {
  const columnas = trazo.columnas.map((columna, i) => celdaLineas(fuentes, celdas[i], columna.width - PAD_X * 2, trazo.estilo))
  const step = lineHeight(trazo.estilo)
  const count = Math.max(1, ...columnas.map((lineas) => lineas.length))
  const perPiece = Math.max(1, Math.floor((pageRoom - PAD_Y * 2) / step))
  const piezas: Pieza[] = []
  for (let from = 0; from < count; from += perPiece) {
    const shown = Math.min(perPiece, count - from)
    const height = shown * step + PAD_Y * 2
    piezas.push({
      height,
      draw: (lienzo, x, y) => {
        trazo.columnas.forEach((columna, i) =>
          (columnas[i] ?? [])
            .slice(from, from + shown)
            .forEach(({ texto, estilo }, k) =>
              lienzo.line(texto, x + columna.x + PAD_X, y + PAD_Y + k * step, estilo, columna.width - PAD_X * 2, alignOf(columna.tipo)),
            ),
        )
        lienzo.rule(x, y + height, width)
      },
    })
  }
  return piezas
}

function celdaLineas(fuentes: Fuentes, celda: Celda | undefined, width: number, estilo: Estilo): Linea[] {
  if (celda === undefined) return []
  const nota = { size: estilo.size - 0.6, color: GRIS }
  return [
    ...wrapTexto(fuentes, celda.texto, width, estilo).map((texto) => ({ texto, estilo })),
    ...(celda.notas ?? []).flatMap((n) => wrapTexto(fuentes, n, width, nota).map((texto) => ({ texto, estilo: nota }))),
  ]
}
