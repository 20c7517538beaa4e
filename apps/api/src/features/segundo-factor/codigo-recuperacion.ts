import { createHash, randomBytes } from 'node:crypto'
import { CODIGOS_RECUPERACION } from '@yupana/contract'

import { toBase32 } from './base32.ts'

/** 120 bits: cannot be guessed even from the hashes. */
const BYTES = 15
const GROUP = /.{6}/g

const newCodigo = (): string => (toBase32(randomBytes(BYTES)).match(GROUP) ?? []).join('-')
export const newCodigos = (): string[] => Array.from({ length: CODIGOS_RECUPERACION }, newCodigo)

/** As typed: any case, with and without hyphens and spaces; the alphabet has no 0, 1 and 8. */
const plain = (text: string) => text.toUpperCase().replace(/[\s-]/g, '').replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B')

export const hashOfCodigo = (text: string): Buffer => createHash('sha256').update(plain(text)).digest()
