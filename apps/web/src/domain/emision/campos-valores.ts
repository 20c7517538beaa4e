import { checkTexto, normalizeTexto } from '@yupana/fiscal'

import type { Hallazgo } from './tipo-documento.ts'

/** An additional field of the document: name and value. */
export interface CampoValores {
  nombre: string
  valor: string
}

const MAX_VALOR = 300
export const REQUERIDO = 'Este campo es requerido.'

/** @returns the problem of a required text */
export function reviseTexto(campo: string, text: string, max = MAX_VALOR): Hallazgo[] {
  const message = text.trim() === '' ? REQUERIDO : checkTexto(normalizeTexto(text), { max })
  return message === undefined ? [] : [{ campo, message }]
}

const isEmpty = ({ nombre, valor }: CampoValores) => nombre.trim() === '' && valor.trim() === ''

export const reviseCampos = (campos: readonly CampoValores[]): Hallazgo[] =>
  campos.flatMap((campo, at) =>
    isEmpty(campo)
      ? []
      : [...reviseTexto(`info_adicional.${at}.nombre`, campo.nombre), ...reviseTexto(`info_adicional.${at}.valor`, campo.valor)],
  )

/** What is sent of them. */
export const camposFormOf = (campos: readonly CampoValores[]): CampoValores[] =>
  campos.filter(({ nombre, valor }) => nombre.trim() !== '' && valor.trim() !== '')

export const hasCampos = (campos: readonly CampoValores[]): boolean => campos.some(({ nombre, valor }) => nombre !== '' || valor !== '')
