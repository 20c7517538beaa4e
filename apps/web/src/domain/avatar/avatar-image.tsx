import { readAvatar } from '@yupana/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { BlobImage } from '../../components/blob-image.tsx'
import { fetchFile } from '../../lib/http/http.ts'

/** The key contains the picture's fingerprint: another picture is another query. */
const avatarQuery = (huella: string | null) =>
  queryOptions({
    queryKey: ['avatar', huella],
    queryFn: ({ signal }) => fetchFile(readAvatar, { signal, background: true }),
    staleTime: Infinity,
    enabled: huella !== null,
  })

interface AvatarImageProps {
  huella: string | null
  alt: string
  className?: string | undefined
  /** Shown without a picture, or until it is loaded. */
  fallback: ReactNode
}

export function AvatarImage({ huella, alt, className, fallback }: AvatarImageProps) {
  const { data } = useQuery(avatarQuery(huella))
  return huella !== null && data ? <BlobImage blob={data} alt={alt} className={className} /> : fallback
}
