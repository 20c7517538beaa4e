import { readAvatar } from '@yupana/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'

import { fetchFile } from '../../lib/http.ts'

/** By its fingerprint: another picture is another query. */
const avatarQuery = (huella: string | null) =>
  queryOptions({ queryKey: ['avatar', huella], queryFn: ({ signal }) => fetchFile(readAvatar, { signal, background: true }), staleTime: Infinity, enabled: huella !== null })

interface AvatarImageProps {
  huella: string | null
  alt: string
  className?: string | undefined
  /** Where there is no picture, or not yet. */
  fallback: ReactNode
}

export function AvatarImage({ huella, alt, className, fallback }: AvatarImageProps) {
  const { data } = useQuery(avatarQuery(huella))
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!data) return
    const address = URL.createObjectURL(data)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [data])
  return huella !== null && data ? <img ref={image} alt={alt} className={className} /> : fallback
}
