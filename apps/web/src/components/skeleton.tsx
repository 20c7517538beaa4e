import classes from './skeleton.module.css'

/** Grey lines where content is on its way. The words are for who does not see them. */
export const Skeleton = ({ label, lines }: { label: string; lines: readonly string[] }) => (
  <div className={classes.skeleton} role="status">
    <span className={classes.spoken}>{label}</span>
    {lines.map((width, index) => (
      <div key={index} className={classes.line} style={{ width }} />
    ))}
  </div>
)
