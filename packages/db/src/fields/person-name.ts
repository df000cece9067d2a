/**
 * What a person is called now, or was when they deleted their account; NULL where nobody knows. Reads the control schema
 * beside a base, which Citus refuses: there `peopleOnCitus` takes such statements apart.
 */
export const personName = (id: string): string =>
  `(COALESCE((SELECT person."name" FROM weft.auth_user person WHERE person."id" = ${id}),
      (SELECT former.name FROM weft.former_people former WHERE former.id = ${id})) COLLATE "C")`;

/** Before a name that a statement answers as it is. */
export const shownMark = '/*shown*/';
