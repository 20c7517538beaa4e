import classes from './qr.module.css'

/** Empty modules that a reader needs around the code. */
const QUIET = 4

/** A QR code as the server draws it. Black on white in every theme. */
export function Qr({ qr: { lado, trazo }, label }: { qr: { lado: number; trazo: string }; label: string }) {
  const side = lado + 2 * QUIET
  return (
    <svg className={classes.qr} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={trazo} fill="#000" />
    </svg>
  )
}
