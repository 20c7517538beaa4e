import { readFileSync } from 'node:fs'

import type { TipoComprobante, ValorOf } from '../documentos/documentos.ts'

/** A golden example by the name of its file: a sound document with fictitious people, to be changed at will. */
export const ejemplo = <K extends TipoComprobante>(name: `${K}-${string}`): ValorOf<K> =>
  JSON.parse(readFileSync(new URL(`../../ejemplos/${name}.json`, import.meta.url), 'utf8')) as ValorOf<K>
