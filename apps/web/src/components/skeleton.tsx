import classes from './skeleton.module.css'

/** Grey lines while content is loading. The words are for screen readers. */
export const Skeleton = ({ label, lines }: { label: string; lines: readonly string[] }) => (
  <div className={classes.skeleton} role="status">
    <span className={classes.spoken}>{label}</span>
    {lines.map((width, index) => (
      <div key={index} className={classes.line} style={{ width }} />
    ))}
  </div>
)
