import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** XML is stored deflated: a tenth of its size, at a level that costs a fraction of a millisecond. */
export const deflate = (bytes: Uint8Array): Buffer => deflateRawSync(bytes, { level: 3 })
const LIMIT = 4_000_000
export const inflate = (bytes: Uint8Array): Buffer => inflateRawSync(bytes, { maxOutputLength: LIMIT })
