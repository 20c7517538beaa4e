import type { Bloque, ContenidoRide, Dato, Tabla } from '../contenido/contenido.ts'
import { datosPieza, parrafo } from './datos.ts'
import { createPdf, finishPdf } from './documento-pdf.ts'
import { hechoCon } from '../contenido/formato.ts'
import type { Fuentes } from '../fuentes/fuentes.ts'
import { Hoja } from './hoja.ts'
import { espacio, GRIS, Lienzo, stack, type Pieza } from './lienzo.ts'
import { logoPieza } from './logo.ts'
import { cabecera } from './marco.ts'
import { drawMarcaAgua, franjaMarcas } from './marcas.ts'
import type { Presentacion } from './presentacion.ts'
import { drawTabla } from './tabla.ts'
import { shorten, type Estilo } from './texto.ts'
import { totalesPieza } from './totales.ts'

const A4 = { width: 595.28, height: 841.89 }
/** 12 mm. */
const MARGEN = 34
const PIE = 14
const GAP = 8
const ANCHO = A4.width - MARGEN * 2
const ANCHO_TOTALES = 205
const TEXTO: Estilo = { size: 7.4 }
const CONTINUACION: Estilo = { size: 7.4, negrita: true }
const NOTA: Estilo = { size: 6, color: GRIS }
/** Space that keeps a heading with the head and the first row of its table. */
const MIN_TABLA = 40

/** The RIDE on A4 pages. */
export async function renderA4(contenido: ContenidoRide, presentacion: Presentacion): Promise<Uint8Array> {
  const { fuentes, marcas, autorizacion, modulos, logo, producto } = presentacion
  const doc = await createPdf(contenido, presentacion, A4)
  const lienzo = new Lienzo(doc, fuentes)
  const startPage = (page: number): number => {
    drawMarcaAgua(lienzo, marcas, A4)
    const franja = franjaMarcas(fuentes, marcas, ANCHO, 12)
    const inicio =
      page === 0
        ? cabecera(fuentes, contenido, autorizacion, modulos, (w, h) => logoPieza(doc, logo, w, h), ANCHO)
        : continuacion(fuentes, contenido)
    stack([franja, inicio]).draw(lienzo, MARGEN, MARGEN)
    return MARGEN + franja.height + inicio.height
  }
  const hoja = new Hoja(lienzo, { left: MARGEN, width: ANCHO, bottom: A4.height - MARGEN - PIE, startPage })
  hoja.place(recuadro(fuentes, contenido.sujeto))
  hoja.place(espacio(GAP))
  for (const bloque of contenido.cuerpo) drawBloque(hoja, fuentes, bloque)
  drawCierre(hoja, fuentes, contenido)
  for (const bloque of contenido.bloques) drawBloque(hoja, fuentes, bloque)
  drawPies(lienzo, contenido, producto)
  return finishPdf(doc)
}

function recuadro(fuentes: Fuentes, datos: readonly Dato[]): Pieza {
  const pieza = datosPieza(fuentes, datos, ANCHO - 16, TEXTO)
  const height = pieza.height + 10
  return {
    height,
    draw: (lienzo, x, y) => {
      lienzo.frame(x, y, ANCHO, height)
      pieza.draw(lienzo, x + 8, y + 5)
    },
  }
}

// Later pages name the document, so that a loose sheet can be identified.
function continuacion(fuentes: Fuentes, { titulo, clave, emisor }: ContenidoRide): Pieza {
  const texto = `${titulo} No. ${clave.numero} · RUC ${emisor.ruc} · ${emisor.razonSocial}`
  return stack([parrafo(fuentes, shorten(fuentes, texto, ANCHO, CONTINUACION), ANCHO, CONTINUACION), espacio(5)])
}

/** Additional information and payments on the left, totals on the right, the totals never split. */
function drawCierre(hoja: Hoja, fuentes: Fuentes, contenido: ContenidoRide): void {
  hoja.place(espacio(GAP))
  if (contenido.totales.length === 0) return drawAlMargen(hoja, contenido, ANCHO)
  const totales = totalesPieza(fuentes, contenido.totales, ANCHO_TOTALES, TEXTO)
  const left = ANCHO - ANCHO_TOTALES - GAP
  hoja.ensure(totales.height)
  hoja.beside(
    () => hoja.place(totales, hoja.left + ANCHO - ANCHO_TOTALES),
    () => drawAlMargen(hoja, contenido, left),
  )
}

function drawAlMargen(hoja: Hoja, contenido: ContenidoRide, width: number): void {
  if (contenido.adicional.length > 0) {
    drawTabla(hoja, adicionalTabla(contenido), hoja.left, width)
    hoja.place(espacio(GAP))
  }
  if (contenido.pagos.filas.length > 0) drawTabla(hoja, contenido.pagos, hoja.left, width)
}

const adicionalTabla = ({ adicional }: ContenidoRide): Tabla => ({
  titulo: 'Información adicional',
  columnas: [
    { titulo: '', tipo: 'codigo', tope: 0.4 },
    { titulo: '', tipo: 'texto' },
  ],
  filas: adicional.map(({ nombre, valor }) => ({
    celdas: [{ texto: nombre }, { texto: valor }],
    ticket: { texto: `${nombre}: ${valor}`, detalle: '', valor: '' },
  })),
})

function drawBloque(hoja: Hoja, fuentes: Fuentes, { titulo, datos, tabla }: Bloque): void {
  const heading =
    titulo === undefined ? espacio(0) : stack([espacio(GAP), parrafo(fuentes, titulo, ANCHO, { size: 8.4, negrita: true }), espacio(2)])
  const box = datos && recuadro(fuentes, datos)
  hoja.ensure(heading.height + (box?.height ?? 0) + (tabla ? MIN_TABLA : 0))
  hoja.place(heading)
  if (box) hoja.place(box)
  if (box && tabla) hoja.place(espacio(GAP / 2))
  if (tabla) drawTabla(hoja, tabla)
}

function drawPies(lienzo: Lienzo, { clave }: ContenidoRide, producto: string): void {
  const { doc } = lienzo
  const { count } = doc.bufferedPageRange()
  const y = A4.height - MARGEN - 8
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    lienzo.line(clave.claveAcceso ? `Clave de acceso ${clave.claveAcceso}` : '', MARGEN, y, NOTA)
    lienzo.line(`${producto ? `${hechoCon(producto)} · ` : ''}Página ${page + 1} de ${count}`, MARGEN, y, NOTA, ANCHO, 'right')
  }
}
