import { attributeOf, elementsOf, type XmlElement } from '../xml/xml-element.ts'
import { dsChildren } from './signature-reading.ts'
import type { Examen } from './verify.ts'

interface Around {
  /** Text of the document without its `<autorizacion>`; absent when it stood there as elements. */
  readonly xml: string | undefined
  readonly hasAutorizacion: boolean
}

/** Contents of the file that no reference of the signature protects, a Spanish sentence each. */
export function outsideOf({ firma, referencias }: Examen, { xml, hasAutorizacion }: Around): string[] {
  const fuera: string[] = []
  if (hasAutorizacion)
    fuera.push('La autorización del SRI que lo envuelve (estado, número y fecha) no la protege esta firma: se confirma en el SRI.')
  if (hasAutorizacion && xml === undefined)
    fuera.push('El comprobante viene en la autorización como elementos y no como texto: quien lo guardó así pudo cambiar sus bytes.')
  if (firma === undefined) return fuera
  if (xml !== undefined && /<!--/.test(xml.replace(/<!\[CDATA\[.*?\]\]>/gs, '')))
    fuera.push('Los comentarios del XML: la firma no los toma en cuenta.')
  if (referencias.every(({ cubre }) => cubre !== 'comprobante')) fuera.push('El comprobante mismo: ninguna referencia lo cubre completo.')
  const { signature, signedProperties, qualifyingProperties } = firma
  const isCovered = (element: XmlElement) =>
    referencias.some(({ uri }) => uri !== '' && [attributeOf(element, 'Id'), attributeOf(element, 'id')].includes(uri.slice(1)))
  // Contents of the signature element, which the document's own reference leaves out.
  const loose = [
    ...dsChildren(signature, 'Object').flatMap((object) =>
      isCovered(object) ? [] : elementsOf(object).filter((child) => child !== qualifyingProperties),
    ),
    ...(qualifyingProperties === undefined ? [] : elementsOf(qualifyingProperties).filter((child) => child !== signedProperties)),
    ...elementsOf(signature).filter(({ localName }) => !PARTS.has(localName)),
  ].filter((element) => !isCovered(element))
  return [...fuera, ...loose.map(({ name }) => `<${name.slice(0, 60)}>, dentro del elemento de la firma: ninguna referencia lo cubre.`)]
}

/** Standard children of a Signature. */
const PARTS = new Set(['SignedInfo', 'SignatureValue', 'KeyInfo', 'Object'])
