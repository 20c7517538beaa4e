import classes from './qr.module.css'

/** Width of the empty margin that readers need, in modules. */
const QUIET = 4

/** A QR code drawn by the server. Black on white in every theme. */
export function Qr({ qr: { lado, trazo }, label }: { qr: { lado: number; trazo: string }; label: string }) {
  const side = lado + 2 * QUIET
  return (
    <svg className={classes.qr} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={trazo} fill="#000" />
    </svg>
  )
}
