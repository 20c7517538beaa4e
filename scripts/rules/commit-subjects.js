// Subjects of commits: a list of them is read in one column.
export const MAX_SUBJECT = 65

export const subjectProblems = (subjects) =>
  subjects
    .filter((subject) => [...subject].length > MAX_SUBJECT)
    .map((subject) => `${[...subject].length} characters, at most ${MAX_SUBJECT}: ${subject}`)
