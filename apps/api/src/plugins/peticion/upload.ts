import { ONLY_FILE, type Endpoint } from '@yupana/contract'
import type { FastifyRequest } from 'fastify'

import { errors } from '../../errors.ts'

export interface Upload {
  /** Name the browser gave, without folders; to be shown, never to be opened. */
  filename: string
  bytes: Buffer
  /** The other fields of the form. */
  fields: Readonly<Record<string, string>>
}

const NAME_MAX = 200

const plainName = (filename: string) =>
  [...(filename.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').trim()].slice(-NAME_MAX).join('') || 'archivo'

/**
 * The file of a multipart body and the other fields that the call declares. @throws 415 for another type, 422 without file or with any
 * other field, 413 beyond `maxBytes`, 400 for half a body
 */
export async function readUpload(
  request: FastifyRequest,
  { upload = ONLY_FILE }: Pick<Endpoint, 'upload'>,
  maxBytes: number,
): Promise<Upload> {
  if (!request.isMultipart()) throw errors.unsupportedType()
  const { file, fields } = await readParts(request, maxBytes).catch((cause: Error) => {
    // Limits carry their status. The rest is a body that is no multipart, or a browser that went away in the middle of it.
    throw 'statusCode' in cause ? cause : errors.badRequest()
  })
  const undeclared = Object.keys(fields).filter((name) => !upload.fields.some((field) => field.name === name))
  if (undeclared.length > 0) throw errors.undeclared(undeclared)
  if (!file || file.bytes.length === 0) throw errors.field('FILE_MISSING', 'file', 'Elija un archivo.')
  return { ...file, fields }
}

async function readParts(request: FastifyRequest, maxBytes: number) {
  const fields: Record<string, string> = {}
  let file: Omit<Upload, 'fields'> | undefined
  for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1 } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
    } else {
      const bytes = await part.toBuffer()
      if (part.fieldname === 'file') file = { filename: plainName(part.filename), bytes }
      else fields[part.fieldname] = ''
    }
  }
  return { file, fields }
}
