import { readProductoImagen } from '@yupana/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { BlobImage } from '../../components/blob-image.tsx'
import { fetchFile } from '../../lib/http/http.ts'

/** The key contains the picture's fingerprint: another picture is another query. */
const imagenQuery = (id: string, huella: string | null, isMini: boolean) =>
  queryOptions({
    queryKey: ['producto-imagen', id, huella, isMini],
    queryFn: ({ signal }) =>
      fetchFile(readProductoImagen, { params: { id }, ...(isMini && { query: { mini: 'true' } }), signal, background: true }),
    staleTime: Infinity,
    enabled: huella !== null,
  })

interface ProductoImagenProps {
  id: string
  /** Null without a picture. */
  huella: string | null
  /** Empty beside the product's name. */
  alt: string
  isMini?: boolean
  className?: string | undefined
}

/** The picture of a product; nothing without a picture, or until it is loaded. */
export function ProductoImagen({ id, huella, alt, isMini = false, className }: ProductoImagenProps) {
  const { data } = useQuery(imagenQuery(id, huella, isMini))
  return huella !== null && data ? <BlobImage blob={data} alt={alt} className={className} /> : null
}
