import { useEffect, useRef, type ComponentPropsWithoutRef } from 'react'

/** An image in memory, shown by an object URL that is revoked on unmount. */
export function BlobImage({ blob, alt, ...props }: Omit<ComponentPropsWithoutRef<'img'>, 'src'> & { blob: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(blob)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [blob])
  return <img ref={image} alt={alt} {...props} />
}
