/** A text as the dark modules of a QR code: the path of an SVG whose unit is a module. Drawn here; no outside service sees the text. */
export async function loadQr(texto: string): Promise<{ lado: number; trazo: string }> {
  // The module's own export named `raw` is another function: the encoder is on the default export only.
  const { default: bwip } = await import('bwip-js/node')
  const [symbol] = bwip.raw('qrcode', texto, 'eclevel=M')
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('El código QR no es una matriz')
  const { pixs, pixx: lado } = symbol
  return { lado, trazo: pixs.map((dark, at) => (dark ? `M${at % lado} ${Math.floor(at / lado)}h1v1h-1z` : '')).join('') }
}
