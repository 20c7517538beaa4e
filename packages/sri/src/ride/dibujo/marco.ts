import type { ContenidoRide, Emisor } from '../contenido/contenido.ts'
import { codigoBarras } from './codigo-barras.ts'
import { datoPieza, parrafo } from './datos.ts'
import type { Fuentes } from '../fuentes/fuentes.ts'
import { espacio, stack, type Pieza } from './lienzo.ts'
import type { Estilo } from './texto.ts'

const PAD = 8
const GAP = 11
const LOGO_HEIGHT = 84
const TEXTO: Estilo = { size: 7.4 }
const ROTULO: Estilo = { size: 7.4, negrita: true }

/** Data of the authority's answer in the header. */
export interface Autorizacion {
  /** Date as printed, «20/11/2026 10:15:30», or a text instead. */
  readonly fecha: string
  readonly numero: string
  readonly instant?: Date | undefined
}

/** The head of the first page: issuer on the left under the logo, identity of the document on the right, both boxes of one height. */
export function cabecera(
  fuentes: Fuentes,
  contenido: ContenidoRide,
  autorizacion: Autorizacion,
  modulos: readonly number[] | undefined,
  logoOf: (width: number, height: number) => Pieza | undefined,
  width: number,
): Pieza {
  const column = (width - GAP) / 2
  const inner = column - PAD * 2
  const logo = logoOf(column, LOGO_HEIGHT)
  const logoHeight = logo ? logo.height + PAD : 0
  const emisor = emisorPieza(fuentes, contenido.emisor, inner)
  const identidad = identidadPieza(fuentes, contenido, autorizacion, modulos, inner)
  const height = Math.max(emisor.height + logoHeight, identidad.height) + PAD * 2
  return {
    height: height + PAD,
    draw: (lienzo, x, y) => {
      logo?.draw(lienzo, x, y)
      lienzo.frame(x, y + logoHeight, column, height - logoHeight)
      emisor.draw(lienzo, x + PAD, y + logoHeight + PAD)
      lienzo.frame(x + column + GAP, y, column, height)
      identidad.draw(lienzo, x + column + GAP + PAD, y + PAD)
    },
  }
}

function emisorPieza(fuentes: Fuentes, emisor: Emisor, width: number): Pieza {
  return stack([
    parrafo(fuentes, emisor.razonSocial, width, { size: fitted(emisor.razonSocial, 10), negrita: true }),
    ...(emisor.nombreComercial
      ? [espacio(2), parrafo(fuentes, emisor.nombreComercial, width, { size: fitted(emisor.nombreComercial, 8.6) })]
      : []),
    espacio(5),
    ...emisor.datos.flatMap((dato) => [datoPieza(fuentes, dato, width, TEXTO), espacio(2)]),
  ])
}

/** Font size of a name: long ones, up to 300 characters, are smaller so that the head stays short. */
const fitted = (texto: string, size: number): number => (texto.length > 120 ? size * 0.78 : texto.length > 60 ? size * 0.9 : size)

function identidadPieza(
  fuentes: Fuentes,
  { titulo, emisor, clave, comercial }: ContenidoRide,
  autorizacion: Autorizacion,
  modulos: readonly number[] | undefined,
  width: number,
): Pieza {
  const text = (texto: string, estilo: Estilo): Pieza => parrafo(fuentes, texto, width, estilo)
  const autorizacionPiezas = (): Pieza[] => [
    text('NÚMERO DE AUTORIZACIÓN', ROTULO),
    text(autorizacion.numero, TEXTO),
    espacio(3),
    text('FECHA Y HORA DE AUTORIZACIÓN', ROTULO),
    text(autorizacion.fecha, TEXTO),
    espacio(3),
    datoPieza(fuentes, { nombre: 'AMBIENTE', valor: clave.ambiente }, width, TEXTO),
    espacio(1),
    datoPieza(fuentes, { nombre: 'EMISIÓN', valor: clave.emision }, width, TEXTO),
    espacio(3),
    text('CLAVE DE ACCESO', ROTULO),
    ...(modulos ? [espacio(2), codigoBarras(modulos, width, 30), espacio(2)] : []),
    parrafo(fuentes, clave.claveAcceso ?? '—', width, TEXTO, 'center'),
  ]
  return stack([
    datoPieza(fuentes, { nombre: emisor.rotulo ?? 'R.U.C.', valor: emisor.ruc }, width, { size: 10 }),
    espacio(3),
    text(titulo, { size: 13, negrita: true }),
    espacio(2),
    datoPieza(fuentes, { nombre: 'No.', valor: clave.numero }, width, { size: 10 }),
    espacio(5),
    ...(comercial ? comercial.flatMap((dato) => [datoPieza(fuentes, dato, width, { size: 9 }), espacio(3)]) : autorizacionPiezas()),
  ])
}
