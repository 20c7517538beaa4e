import { ONLY_FILE, type Endpoint } from '@yupana/contract'
import type { FastifyRequest } from 'fastify'

import { AppError, errors } from '../../errors.ts'

export interface UploadedFile {
  /** File name from the browser, without folders; only for display. */
  filename: string
  bytes: Buffer
}

export interface Upload extends UploadedFile {
  /** The other fields of the form. */
  fields: Readonly<Record<string, string>>
}

const NAME_MAX = 200

const missing = (files: readonly UploadedFile[], nothing: string) =>
  errors.field('FILE_MISSING', 'file', files.length === 0 ? nothing : 'El archivo está vacío.')

const plainName = (filename: string) =>
  [...(filename.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').trim()].slice(-NAME_MAX).join('') || 'archivo'

/**
 * The file of a multipart body, and the other declared fields of the call. @throws 415 for another type, 422 without file or with any other
 * field, 413 beyond `maxBytes`, 400 for an incomplete body
 */
export async function readUpload(request: FastifyRequest, endpoint: Pick<Endpoint, 'upload'>, maxBytes: number): Promise<Upload> {
  const { files, fields } = await readForm(request, endpoint, maxBytes)
  const [file] = files
  if (!file || file.bytes.length === 0) throw missing(files, 'Elija un archivo.')
  return { ...file, fields }
}

/**
 * As `readUpload`, for a call with several files, `maxBytes` in all; `onTooLarge` gets the name of the file beyond. @throws as `readUpload`
 */
export async function readUploads(
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'upload'>,
  maxBytes: number,
  onTooLarge?: OnTooLarge,
): Promise<{ files: UploadedFile[]; fields: Upload['fields'] }> {
  const { files, fields } = await readForm(request, endpoint, maxBytes, onTooLarge)
  if (Object.keys(fields).length === 0 && files.every(({ bytes }) => bytes.length === 0)) throw missing(files, 'Elija al menos un archivo.')
  return { files, fields }
}

type OnTooLarge = (filename: string) => Promise<void>

async function readForm(
  request: FastifyRequest,
  { upload = ONLY_FILE }: Pick<Endpoint, 'upload'>,
  maxBytes: number,
  onTooLarge?: OnTooLarge,
) {
  if (!request.isMultipart()) throw errors.unsupportedType()
  const { files, fields } = await readParts(request, maxBytes, upload.files ?? 1, onTooLarge).catch((cause: Error) => {
    // Limits have a status. Other errors come from a body that is no multipart, or a browser that left in the middle of it.
    throw cause instanceof AppError || 'statusCode' in cause ? cause : errors.badRequest()
  })
  const undeclared = Object.keys(fields).filter((name) => !upload.fields.some((field) => field.name === name))
  if (undeclared.length > 0) throw errors.undeclared(undeclared)
  return { files, fields }
}

const TOO_LARGE = 413
/** Parts that are no files, declared or not. */
const OTHER_PARTS = 11

async function readParts(request: FastifyRequest, maxBytes: number, maxFiles: number, onTooLarge?: OnTooLarge) {
  const fields: Record<string, string> = {}
  const files: UploadedFile[] = []
  let left = maxBytes
  for await (const part of request.parts({ limits: { fileSize: maxBytes, files: maxFiles, parts: maxFiles + OTHER_PARTS } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
    } else {
      const filename = plainName(part.filename)
      const bytes = await part.toBuffer().catch(async (cause: Error & { statusCode?: number }) => {
        if (cause.statusCode === TOO_LARGE) await onTooLarge?.(filename)
        throw cause
      })
      left -= bytes.length
      if (left < 0) throw errors.tooLarge()
      if (part.fieldname === 'file') files.push({ filename, bytes })
      else fields[part.fieldname] = ''
    }
  }
  return { files, fields }
}
