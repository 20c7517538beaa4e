import { useEffect, useRef, type ComponentPropsWithoutRef } from 'react'

/** A picture that is in memory: shown by an address of its own, which is given back with it. */
export function BlobImage({ blob, alt, ...props }: Omit<ComponentPropsWithoutRef<'img'>, 'src'> & { blob: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(blob)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [blob])
  return <img ref={image} alt={alt} {...props} />
}
