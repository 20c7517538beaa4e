import type { Lienzo, Pieza } from './lienzo.ts'
import { lineHeight, widthOf, wrapTexto, type Estilo } from './texto.ts'
import type { Fuentes } from '../fuentes/fuentes.ts'

/** Marks of a RIDE that has no tax effect, does not have it yet, or has lost it. */
export type Marca = 'SIMULADOR' | 'PRUEBAS' | 'PENDIENTE' | 'BORRADOR' | 'ANULADO'

const TEXTOS: Record<Marca, string> = {
  BORRADOR: 'BORRADOR — SIN VALIDEZ TRIBUTARIA',
  SIMULADOR: 'SIMULADOR - SIN VALIDEZ TRIBUTARIA',
  PRUEBAS: 'PRUEBAS - SIN VALIDEZ TRIBUTARIA',
  PENDIENTE: 'PENDIENTE DE AUTORIZACIÓN',
  ANULADO: 'ANULADO',
}

const ROJO = '#b00020'
// Light enough to read seven-point figures on it, dark enough to survive a photocopy.
const AGUA = '#e2e2e2'

/**
 * Marks of a document, in the order of display. Marks that follow from the document itself are always added: PRUEBAS for a test document,
 * PENDIENTE for one without authorization.
 */
export function marcasOf(pedidas: readonly Marca[], documento: { ambiente: string; isAuthorized: boolean }): Marca[] {
  const marcas = new Set(pedidas)
  if (documento.ambiente !== '2' && !marcas.has('SIMULADOR')) marcas.add('PRUEBAS')
  if (!documento.isAuthorized && !marcas.has('BORRADOR') && !marcas.has('ANULADO')) marcas.add('PENDIENTE')
  return (Object.keys(TEXTOS) as Marca[]).filter((marca) => marcas.has(marca))
}

/** A framed line per mark, in the flow of the page, so that it hides nothing. */
export function franjaMarcas(fuentes: Fuentes, marcas: readonly Marca[], width: number, size: number, color = ROJO): Pieza {
  const estilo: Estilo = { size, negrita: true, color }
  const lineas = marcas.flatMap((marca) => wrapTexto(fuentes, TEXTOS[marca], width - 8, estilo))
  if (lineas.length === 0) return { height: 0, draw: () => undefined }
  const height = lineas.length * lineHeight(estilo) + 6
  return {
    height: height + 6,
    draw: (lienzo, x, y) => {
      lienzo.doc.lineWidth(1.2).rect(x, y, width, height).stroke(color)
      lienzo.lines(lineas, x + 4, y + 3, estilo, width - 8, 'center')
    },
  }
}

/** The marks across the page in pale grey, to be drawn before the content on top of them. */
export function drawMarcaAgua(lienzo: Lienzo, marcas: readonly Marca[], page: { width: number; height: number }): void {
  if (marcas.length === 0) return
  const { doc, fuentes } = lienzo
  const diagonal = Math.hypot(page.width, page.height)
  const lineas = marcas.map((marca) => {
    const unit = widthOf(fuentes, TEXTOS[marca], { size: 1, negrita: true })
    return { texto: TEXTOS[marca], estilo: { size: Math.min(84, (diagonal * 0.72) / unit), negrita: true, color: AGUA } }
  })
  const height = lineas.reduce((total, { estilo }) => total + lineHeight(estilo), 0)
  const angle = (-Math.atan2(page.height, page.width) * 180) / Math.PI
  doc.save().rotate(angle, { origin: [page.width / 2, page.height / 2] })
  let y = (page.height - height) / 2
  for (const { texto, estilo } of lineas) {
    lienzo.line(texto, page.width / 2 - diagonal / 2, y, estilo, diagonal, 'center')
    y += lineHeight(estilo)
  }
  doc.restore()
}
