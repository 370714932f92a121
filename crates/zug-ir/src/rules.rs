//! The fields of [`Rules`](crate::Rules) that the text form writes, each as `(field word)`.

/// Calls the given macro with the name of every field.
macro_rules! for_each_rule {
    ($then:ident) => {
        $then! {
            pile view attr_view flag_scope start go_on last_move recycle recycle_promotions count_reserve
            lone_capture stop_early no_moves
        }
    };
}

pub(crate) use for_each_rule;
