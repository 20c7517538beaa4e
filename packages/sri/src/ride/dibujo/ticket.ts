import { codigoBarras } from './codigo-barras.ts'
import type { Bloque, ContenidoRide, Dato, Fila, Tabla } from '../contenido/contenido.ts'
import { datoPieza, parrafo } from './datos.ts'
import { createPdf, finishPdf } from './documento-pdf.ts'
import { hechoCon } from '../contenido/formato.ts'
import type { Fuentes } from '../fuentes/fuentes.ts'
import { espacio, Lienzo, stack, type Pieza } from './lienzo.ts'
import { logoPieza } from './logo.ts'
import { franjaMarcas } from './marcas.ts'
import type { Presentacion } from './presentacion.ts'
import { lineHeight, widthOf, wrapTexto, type Estilo } from './texto.ts'
import { totalesPieza } from './totales.ts'

/** Points of 80 mm paper; a thermal head prints 72 mm of it. */
const PAPEL = 226.77
const MARGEN = 11.3
const ANCHO = PAPEL - MARGEN * 2
/** A PDF page may be 14,400 points tall: five metres of paper. Longer rolls continue on another page. */
const MAX_ALTO = 14_000
const TEXTO: Estilo = { size: 7.6 }
const ROTULO: Estilo = { size: 7.6, negrita: true }
/** 49 digits fit on one line. */
const CIFRAS: Estilo = { size: 6.9 }
// A thermal head has no greys: marks are black and there is no watermark.
const NEGRO = '#000000'

/** The RIDE on a roll of 80 mm paper: one page as long as the content. */
export async function renderTicket(contenido: ContenidoRide, presentacion: Presentacion): Promise<Uint8Array> {
  const doc = await createPdf(contenido, presentacion, { width: PAPEL, height: MAX_ALTO })
  const lienzo = new Lienzo(doc, presentacion.fuentes)
  const logo = logoPieza(doc, presentacion.logo, ANCHO * 0.7, 70)
  const piezas = [...(logo ? [centred(logo, ANCHO * 0.15), espacio(6)] : []), ...cuerpo(contenido, presentacion)]
  for (const rollo of rollos(piezas)) {
    doc.addPage({ size: [PAPEL, rollo.height + MARGEN * 2], margin: 0 })
    rollo.draw(lienzo, MARGEN, MARGEN)
  }
  return finishPdf(doc)
}

const centred = (pieza: Pieza, offset: number): Pieza => ({
  height: pieza.height,
  draw: (lienzo, x, y) => pieza.draw(lienzo, x + offset, y),
})

function rollos(piezas: readonly Pieza[]): Pieza[] {
  const rolls: Pieza[][] = [[]]
  let height = 0
  for (const pieza of piezas) {
    if (height + pieza.height > MAX_ALTO - MARGEN * 2) {
      rolls.push([])
      height = 0
    }
    rolls.at(-1)?.push(pieza)
    height += pieza.height
  }
  return rolls.map(stack)
}

function cuerpo(contenido: ContenidoRide, presentacion: Presentacion): Pieza[] {
  const { fuentes, marcas, producto } = presentacion
  const franja = franjaMarcas(fuentes, marcas, ANCHO, 9.5, NEGRO)
  return [
    franja,
    ...encabezado(contenido, presentacion),
    raya(),
    ...datos(fuentes, contenido.sujeto),
    raya(),
    ...contenido.cuerpo.flatMap((bloque, i) => [...(i > 0 ? [raya()] : []), ...bloquePiezas(fuentes, bloque)]),
    ...(contenido.totales.length > 0 ? [raya(), totalesPieza(fuentes, contenido.totales, ANCHO, { size: 8 }, false)] : []),
    ...seccion(fuentes, 'FORMAS DE PAGO', tabla(fuentes, contenido.pagos)),
    ...contenido.bloques.flatMap((bloque) => [raya(), ...bloquePiezas(fuentes, bloque)]),
    ...seccion(fuentes, 'INFORMACIÓN ADICIONAL', datos(fuentes, contenido.adicional)),
    ...(marcas.length > 0 ? [espacio(8), franja] : []),
    ...(producto ? [espacio(6), parrafo(fuentes, hechoCon(producto), ANCHO, { size: 6 }, 'center')] : []),
  ]
}

function encabezado(contenido: ContenidoRide, presentacion: Presentacion): Pieza[] {
  const { emisor, titulo, clave, comercial } = contenido
  const { fuentes } = presentacion
  const centre = (texto: string, estilo: Estilo): Pieza => parrafo(fuentes, texto, ANCHO, estilo, 'center')
  return [
    centre(emisor.razonSocial, { size: 9.4, negrita: true }),
    ...(emisor.nombreComercial ? [centre(emisor.nombreComercial, { size: 8.4 })] : []),
    centre(`R.U.C. ${emisor.ruc}`, ROTULO),
    espacio(3),
    ...datos(fuentes, emisor.datos),
    raya(),
    centre(titulo, { size: 11, negrita: true }),
    centre(`No. ${clave.numero}`, { size: 9, negrita: true }),
    espacio(3),
    ...(comercial ? datos(fuentes, comercial) : autorizada(contenido, presentacion)),
  ]
}

function autorizada({ clave }: ContenidoRide, { fuentes, autorizacion, modulos }: Presentacion): Pieza[] {
  return [
    parrafo(fuentes, 'NÚMERO DE AUTORIZACIÓN', ANCHO, ROTULO),
    parrafo(fuentes, autorizacion.numero, ANCHO, CIFRAS),
    ...datos(fuentes, [
      { nombre: 'FECHA Y HORA DE AUTORIZACIÓN', valor: autorizacion.fecha },
      { nombre: 'AMBIENTE', valor: clave.ambiente },
      { nombre: 'EMISIÓN', valor: clave.emision },
    ]),
    espacio(2),
    parrafo(fuentes, 'CLAVE DE ACCESO', ANCHO, ROTULO),
    // The bars use the whole paper width: every fraction of a millimetre helps the reader.
    ...(modulos ? [espacio(2), wide(codigoBarras(modulos, PAPEL - 8, 34)), espacio(2)] : []),
    parrafo(fuentes, clave.claveAcceso ?? '—', ANCHO, CIFRAS, 'center'),
  ]
}

const wide = (pieza: Pieza): Pieza => centred(pieza, 4 - MARGEN)

const datos = (fuentes: Fuentes, lista: readonly Dato[]): Pieza[] =>
  lista.flatMap((dato) => [datoPieza(fuentes, dato, ANCHO, TEXTO), espacio(1.5)])

const seccion = (fuentes: Fuentes, titulo: string, piezas: readonly Pieza[]): Pieza[] =>
  piezas.length === 0 ? [] : [raya(), parrafo(fuentes, titulo, ANCHO, ROTULO), espacio(2), ...piezas]

const bloquePiezas = (fuentes: Fuentes, { titulo, datos: lista = [], tabla: filas }: Bloque): Pieza[] => [
  ...(titulo === undefined ? [] : [parrafo(fuentes, titulo.toUpperCase(), ANCHO, ROTULO), espacio(2)]),
  ...datos(fuentes, lista),
  ...(filas ? tabla(fuentes, filas) : []),
]

const tabla = (fuentes: Fuentes, { filas }: Tabla): Pieza[] => filas.map((fila) => filaPieza(fuentes, fila))

/** The text over the whole width, and under it the remark with the amount on the right. */
function filaPieza(fuentes: Fuentes, { ticket }: Fila): Pieza {
  const nota: Estilo = { size: 6.8 }
  const step = lineHeight(TEXTO)
  const room = ANCHO - widthOf(fuentes, ticket.valor, TEXTO) - 6
  const texto = wrapTexto(fuentes, ticket.texto, ticket.detalle === '' ? room : ANCHO, TEXTO)
  const notas = (ticket.notas ?? []).flatMap((n) => wrapTexto(fuentes, n, ANCHO - 6, nota))
  const detalle = ticket.detalle === '' ? [] : wrapTexto(fuentes, ticket.detalle, room, TEXTO)
  const height = (texto.length + detalle.length) * step + notas.length * lineHeight(nota) + 3
  return {
    height,
    draw: (lienzo, x, y) => {
      const under = lienzo.lines(notas, x + 6, lienzo.lines(texto, x, y, TEXTO), nota)
      lienzo.lines(detalle, x, under, TEXTO)
      lienzo.line(ticket.valor, x, detalle.length === 0 ? y : under + (detalle.length - 1) * step, TEXTO, ANCHO, 'right')
    },
  }
}

const raya = (): Pieza => ({
  height: 8,
  draw: (lienzo, x, y) =>
    lienzo.doc
      .lineWidth(0.5)
      .dash(2, { space: 2 })
      .moveTo(x, y + 4)
      .lineTo(x + ANCHO, y + 4)
      .stroke(NEGRO)
      .undash(),
})
